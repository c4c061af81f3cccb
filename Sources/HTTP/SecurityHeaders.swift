/// What every response tells the browser to forbid. Scripts come as files of ours, never inline;
/// nobody frames us. Pictures are ours, or those that a person is about to upload (`blob:`).
package enum SecurityHeaders {
  /// `'wasm-unsafe-eval'` lets WebAssembly be compiled and nothing else be evaluated.
  package static let contentSecurityPolicy = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].joined(separator: "; ")

  /// For bytes that visitors brought: even opened by themselves they run nothing and load nothing.
  package static let sealedPolicy = "sandbox; default-src 'none'"

  /// The rest, the same for everything that is sent.
  package static let all: [Header] = [
    Header("X-Content-Type-Options", "nosniff"),
    Header("X-Frame-Options", "DENY"),
    Header("Referrer-Policy", "no-referrer"),
    Header("Cross-Origin-Opener-Policy", "same-origin"),
    Header(
      "Permissions-Policy",
      "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
  ]
}
