// Explains what an empty widget waits for; the texts are loaded when a widget is empty.
import { lazy, Suspense } from 'react'
import { loadWaitsFor } from '../modules.ts'

const Words = lazy(loadWaitsFor)
export const WaitsFor = ({ statementId }: { statementId: number }) => (
  <Suspense fallback={null}>
    <Words statementId={statementId} />
  </Suspense>
)
