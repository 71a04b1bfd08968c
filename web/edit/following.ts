// Updates read-only rows when other users save.
import { QueryObserver } from '@tanstack/react-query'
import { cache, queryOf } from '../api/cache.ts'
import type { Form } from '../record/form.ts'
import type { Values } from '../record/values.ts'
import type { Showing } from './showing.ts'

/** Answers the function that ends it. */
export const follow = (form: Form, path: string, { isShown, recordOf }: Showing): (() => void) => {
  if (form.options.rows === undefined) return () => undefined
  const observer = new QueryObserver(cache, queryOf<Values>(path))
  const take = () => {
    const { data, isFetching } = observer.getCurrentResult()
    const { mode, phase } = form.state()
    if (data && !isShown(data) && !isFetching && mode === 'view' && phase === 'ready')
      form.put({ values: recordOf(data) })
  }
  // what arrives during an action is shown after it
  const stops = [observer.subscribe(take), form.watch(take)]
  return () => {
    for (const stop of stops) stop()
  }
}
