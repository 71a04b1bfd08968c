// Builds the browser's part before the first journey.
import { buildWeb } from './build.ts'

/** Called by Vitest once before the journeys. */
export default function setup(): void {
  if (!buildWeb()) throw new Error('The browser part could not be built: see the lines above.')
}
