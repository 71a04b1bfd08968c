// The PDF of one version of a report, also a superseded one: fetched, or opened in a window of its own.
import { answerTo, file, postTo } from '../../web/api/api.ts'
import { withReason } from '../../web/dialog/reason.ts'
import { openWindow } from '../../web/print/print.ts'
import { sayError } from '../../web/message/snackbar-store.ts'
import { printTemplates, type recordPrinted } from '../../core/answer/questions.ts'

/** The paper of a version. */
export const versionFile = async (saleId: number, version: number): Promise<Blob> => {
  const [template] = await answerTo(printTemplates, { Module: 'testreports' })
  const { location } = await postTo<typeof recordPrinted>(
    { path: 'print/testreports/' },
    {
      templateId: template?.TemplateId,
      formId: saleId,
      device: 'screen',
      Version: version,
    },
  )
  return file('POST', location.startsWith('/api') ? location : `/api${location}`)
}

/** Shows a version on screen; a refusal is shown and the empty window closed again. */
export const showVersion = (saleId: number, version: number): Promise<void> =>
  withReason(saleId, () => show(saleId, version)).catch(sayError)

const show = async (saleId: number, version: number): Promise<void> => {
  // opened in the click itself: later the browser would refuse it
  const shown = openWindow()
  if (!shown) return sayError('The browser did not open a window. Allow pop-ups for this address.')
  try {
    shown.location.replace(URL.createObjectURL(await versionFile(saleId, version)))
  } catch (error) {
    shown.close()
    throw error
  }
}
