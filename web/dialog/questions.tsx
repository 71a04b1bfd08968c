// The open question, once there is one: its dialogs are fetched ahead, when the browser is idle.
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { readQuestion, watchQuestions } from './ask.ts'

export const loadAsked = () => import('./asked.tsx')
const Asked = lazy(async () => ({ default: (await loadAsked()).Asked }))

export const Questions = () => {
  const isOpen = useSyncExternalStore(watchQuestions, readQuestion) !== undefined
  return <Suspense>{isOpen && <Asked />}</Suspense>
}
