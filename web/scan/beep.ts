// A short low tone: a person who scans looks at the tubes, not at the screen.
let context: AudioContext | undefined

/** Sounds where the browser can and may. */
export const beep = (): void => {
  if (typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  const tone = context.createOscillator()
  const loudness = context.createGain()
  tone.frequency.value = 220
  loudness.gain.value = 0.2
  tone.connect(loudness).connect(context.destination)
  tone.start()
  tone.stop(context.currentTime + 0.18)
}
