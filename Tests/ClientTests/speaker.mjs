/** The connection of a test: what is said on it, and who waits for an answer. */
export function speaking() {
  const said = [];
  const answers = new Map();
  let next = 1;
  const speaker = {
    state: "online",
    ask(make, answer = () => {}) {
      const message = make(next++);
      answers.set(message.c, answer);
      said.push(message);
    },
    tell(message) {
      said.push(message);
      return true;
    },
  };
  return { speaker, said, answers };
}
