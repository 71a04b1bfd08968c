// Builds the browser's part before the first journey.
import { buildWeb } from './build.ts'

/** Vitest calls it once before the journeys. */
export default function setup(): void {
  if (!buildWeb()) throw new Error('The browser part could not be built: see the lines above.')
}
