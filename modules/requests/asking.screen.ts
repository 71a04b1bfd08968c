// Asking for a second person where an act was refused because it needs one: with a reason, from any screen.
import { post, type Needing } from '../../web/api/api.ts'
import { forgetModule } from '../../web/api/cache.ts'
import { askText } from '../../web/dialog/ask.ts'
import { sayError, saySaved } from '../../web/message/snackbar-store.ts'
import { askFields } from './ask.model.ts'
import { requests } from './requests.model.ts'
import { toDeciders } from './requests.rules.ts'

/** Answers whether the act waits for one now. */
export const askSecond = async ({ path, body, message, by }: Needing): Promise<boolean> => {
  const text = `${message}. Ask ${toDeciders(by)} to agree? It waits there, and you can go on meanwhile.`
  const Reason = await askText({ title: 'Ask a second person', label: askFields.Reason.label, text })
  if (Reason === undefined) return false
  try {
    saySaved(await post('/api/requests/', { Path: path, Body: body, Reason }))
    await forgetModule(requests.id)
    return true
  } catch (error) {
    sayError(error)
    return false
  }
}
