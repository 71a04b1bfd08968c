// Undoing a merge into the client on screen: any one that can still be undone, with a reason.
import { IconGitFork } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { formatDate } from '../../../../core/dates.ts'
import { putTo } from '../../../../web/api/api.ts'
import { forget, queryTo } from '../../../../web/api/cache.ts'
import { Button } from '../../../../web/part/button.tsx'
import { askChoice, askText } from '../../../../web/dialog/ask.ts'
import { sayError, saySaved } from '../../../../web/message/snackbar-store.ts'
import { useOpenEach } from '../../../../web/screen/open-each.ts'
import { recordLink } from '../../../../web/record/record-link.ts'
import { screenOf } from '../../../../web/screen/screen-of.ts'
import { may } from '../../../../web/session/permission.ts'
import { useSession } from '../../../../web/session/session.ts'
import { sheetsOf } from '../../../lists/called.model.ts'
import { clientType } from '../../../lists/items.model.ts'
import { clients } from '../../clients.model.ts'
import type { Undoable } from './undo.rules.ts'
import { mergesToUndo, mergeUndone } from '../answers.model.ts'

const { useDetail, useValue } = screenOf(clients)

export const UndoMerge = () => {
  const { key } = useDetail()
  const session = useSession()
  const navigate = useNavigate()
  const openSheets = useOpenEach('testresults')
  const isPatient = useValue('ClientTypeId') === clientType.Patient
  const { data = [] } = useQuery({
    ...queryTo(mergesToUndo, { targetId: key }),
    enabled: key !== null && isPatient && may(session, 'clients', 'merge'),
  })
  const [newest] = data
  if (!newest) return null
  const chosen = async (): Promise<Undoable | undefined> => {
    if (data.length === 1) return newest
    const which = await askChoice({
      title: 'Undo Merge',
      text: 'Several clients were merged into this one. Which of them comes back ?',
      choices: data.map((one) => [String(one.SourceId), `${one.SourceId}: ${one.Source}, ${formatDate(one.MergedOn)}`]),
      cancel: 'None',
    })
    return data.find((one) => String(one.SourceId) === which)
  }
  const undo = async () => {
    const merge = await chosen()
    if (!merge) return
    const { SourceId, Source, MergedOn, MergedBy } = merge
    const reason = await askText({
      title: 'Undo Merge',
      label: 'Reason',
      text:
        `${SourceId}: ${Source} was merged into this client on ${formatDate(MergedOn)} by ${MergedBy}. ` +
        'What moved goes back to it; sales made since stay here.',
    })
    if (reason === undefined) return
    try {
      const answer = await putTo(mergeUndone, { sourceId: SourceId, reason })
      saySaved(answer)
      await forget('/api')
      // calls that are owed are logged in the result entry
      if (!openSheets(sheetsOf(answer.CallsToMake))) void navigate(recordLink('clients', { ClientId: SourceId }))
    } catch (error) {
      sayError(error)
    }
  }
  return <Button label="Undo Merge" icon={IconGitFork} onClick={() => void undo()} />
}
