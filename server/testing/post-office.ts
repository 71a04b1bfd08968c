// A mail server for tests, spoken to over a socket.
import { createServer, type Server } from 'node:net'
import { portOf } from './port.ts'

/**
 * A minimal mail server that stores the mail sent to it. A `busy` one refuses all mail, a `strict` one each recipient
 * for good; a `silent` one stores a letter and closes the connection without an answer.
 */
export const postOffice = async (
  mood: 'well' | 'busy' | 'silent' | 'strict' = 'well',
): Promise<{ letters: string[]; address: string; server: Server }> => {
  const letters: string[] = []
  const busy = mood === 'busy'
  const server = createServer((socket) => {
    let text = ''
    let inLetter = false
    socket.on('error', () => undefined)
    socket.write('220 post office\r\n')
    socket.on('data', (part) => {
      text += part.toString()
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        if (inLetter) {
          const close = text.indexOf('\r\n.\r\n')
          if (close < 0) return
          letters.push(text.slice(0, close))
          text = text.slice(close + 5)
          inLetter = false
          if (mood === 'silent') return void socket.destroy()
          socket.write('250 kept\r\n')
          continue
        }
        const line = text.slice(0, end).toUpperCase()
        text = text.slice(end + 2)
        inLetter = line === 'DATA' && !busy
        socket.write(
          line === 'QUIT'
            ? '221 bye\r\n'
            : busy && line.startsWith('MAIL')
              ? '451 later\r\n'
              : mood === 'strict' && line.startsWith('RCPT')
                ? '550 no such mailbox\r\n'
                : inLetter
                  ? '354 go on\r\n'
                  : '250 ok\r\n',
        )
      }
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    letters,
    server,
    address: `smtp://127.0.0.1:${portOf(server)}?from=lab%40example.com`,
  }
}
