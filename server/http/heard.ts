// What the server answers, for the tests that compare each answer with what its address declares (tools/shapes).
import type { Shape } from '../../core/answer/answer.ts'

/** `answer` is called with what is sent, as JSON; undefined in a network that runs. */
export const heard: { answer?: (address: string, shape: Shape, sent: string) => void } = {}
