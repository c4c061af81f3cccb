// Go's gorilla/websocket as a watcher: orders on standard input, reports on standard output, a line of JSON each.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"sync"

	"github.com/gorilla/websocket"
)

type order struct {
	Do       string `json:"do"`
	N        int    `json:"n"`
	URL      string `json:"url"`
	Protocol string `json:"protocol"`
	Text     string `json:"text"`
	Offer    struct {
		None bool `json:"none"`
	} `json:"offer"`
}

var (
	lock    sync.Mutex
	sockets = map[int]*websocket.Conn{}
	out     = json.NewEncoder(os.Stdout)
)

func report(n int, is string, more map[string]any) {
	lock.Lock()
	defer lock.Unlock()
	more["n"] = n
	more["is"] = is
	if out.Encode(more) != nil {
		os.Exit(1)
	}
}

func watch(o order) {
	dialer := websocket.Dialer{EnableCompression: !o.Offer.None}
	if o.Protocol != "" {
		dialer.Subprotocols = []string{o.Protocol}
	}
	socket, answer, err := dialer.Dial(o.URL, nil)
	if err != nil {
		report(o.N, "closed", map[string]any{"code": 1006, "why": err.Error()})
		return
	}
	lock.Lock()
	sockets[o.N] = socket
	lock.Unlock()
	report(o.N, "open", map[string]any{"answer": answer.Header.Get("Sec-Websocket-Extensions")})
	for {
		_, text, err := socket.ReadMessage()
		if err != nil {
			code := 1006
			if closed, ok := err.(*websocket.CloseError); ok {
				code = closed.Code
			}
			report(o.N, "closed", map[string]any{"code": code, "why": err.Error()})
			return
		}
		report(o.N, "text", map[string]any{"text": string(text)})
	}
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var o order
		if json.Unmarshal(lines.Bytes(), &o) != nil {
			os.Exit(2)
		}
		lock.Lock()
		socket := sockets[o.N]
		lock.Unlock()
		switch o.Do {
		case "open":
			go watch(o)
		case "say":
			if socket.WriteMessage(websocket.TextMessage, []byte(o.Text)) != nil {
				report(o.N, "closed", map[string]any{"code": 1006, "why": "it could not be said"})
			}
		case "close":
			socket.Close()
		}
	}
}
