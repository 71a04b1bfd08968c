// What an empty widget waits for, in words that are fetched when one is empty.
import { lazy, Suspense } from 'react'
import { loadWaitsFor } from '../modules.ts'

const Words = lazy(loadWaitsFor)
export const WaitsFor = ({ statementId }: { statementId: number }) => (
  <Suspense fallback={null}>
    <Words statementId={statementId} />
  </Suspense>
)
