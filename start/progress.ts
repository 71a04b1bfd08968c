// The progress of a long step: percent and time left, on one line of a terminal, else on a line for every tenth.
const secondsText = (seconds: number): string =>
  seconds >= 90 ? `${Math.round(seconds / 60)} minutes` : seconds >= 1.5 ? `${Math.round(seconds)} seconds` : '1 second'

export type Screen = { isTTY?: boolean | undefined; write(text: string): unknown }

/** Called with the completed share, from 0 to 1. `clock` answers milliseconds. */
export const progressOn = (
  screen: Screen,
  what: string,
  clock: () => number = () => performance.now(),
): ((share: number) => void) => {
  const begun = clock()
  let shown = -Infinity
  return (share) => {
    const percent = Math.floor(share * 100)
    const step = screen.isTTY ? 1 : 10
    if (percent < shown + step && percent < 100) return
    if (percent === shown) return
    shown = percent - (percent % step)
    const left = ((clock() - begun) / 1000 / Math.max(share, 0.001)) * (1 - share)
    const text = `${what}: ${percent} %${share < 1 && percent > 0 ? `, about ${secondsText(left)} left` : ''}`
    screen.write(screen.isTTY ? `\r\u001b[K${text}${share >= 1 ? '\n' : ''}` : `${text}\n`)
  }
}
