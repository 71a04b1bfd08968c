// The thread that parses a csv file, so that requests and timers continue.
import { parentPort, workerData } from 'node:worker_threads'
import { Refusal } from '../refusal.ts'
import type { ParseAnswer } from './lines.ts'
import { parseLines } from './parse-lines.ts'

const answer = ({ csv, most }: { csv: string; most: number }): ParseAnswer => {
  try {
    return { Lines: parseLines(csv, most) }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { Refused: { status: error.status, message: error.message } }
  }
}
parentPort?.postMessage(answer(workerData as { csv: string; most: number }))
