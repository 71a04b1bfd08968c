// Actions on all marked rows, at the foot of the list: one row after another, each as if done alone.
import { useState } from 'react'
import type { Model } from '../../../core/model.ts'
import { inSentence } from '../../../core/titles.ts'
import { messageOf, put } from '../../api/api.ts'
import { forgetModule } from '../../api/cache.ts'
import { ask, askText } from '../../dialog/ask.ts'
import { say, sayError } from '../../message/snackbar-store.ts'
import { cancelQuestions } from '../../modules.ts'
import { Button } from '../../part/button.tsx'
import { identityOf, openerOf } from '../row-actions.ts'
import type { Row } from '../table/columns.ts'
import type { Actions } from '../use-actions.ts'
import { bulkActs, endText, type BulkName } from './bulk.rules.ts'
import type { Marks } from '../table/use-marks.ts'

type Asked = { readonly reason?: string } | undefined

/** Asks once for all of them; undefined when the user declines. */
const askedFor = async (model: Model, name: BulkName, label: string, rows: readonly Row[]): Promise<Asked> => {
  const what =
    rows.length === 1 ? `this ${inSentence(model.singular)}` : `these ${rows.length} ${inSentence(model.name)}`
  const text = `${label} ${what} ?`
  const asks = name === 'cancel' ? cancelQuestions[model.id] : undefined
  const questions = asks ? await Promise.all(rows.map((row) => asks(row))) : []
  const more = [...new Set(questions.map((one) => one.note))].filter(Boolean).join('\n')
  if (!questions.some((one) => one.needsReason))
    return (await ask({ text, ...(more !== '' && { more, tall: true }) })) ? {} : undefined
  const reason = await askText({ label: 'Reason', text: [text, more].filter(Boolean).join('\n') })
  return reason === undefined ? undefined : { reason }
}

const send = (model: Model, name: BulkName, key: unknown, asked: Asked): Promise<unknown> => {
  if (name === 'activate' || name === 'deactivate')
    return put(`/api/${openerOf(model)}/${String(key)}`, { IsActive: name === 'activate' })
  const path = name === 'reaccession' ? 'accession' : name
  return put(`/api/${path}/${model.id}`, { formId: key, ...asked })
}

type Props = { readonly model: Model; readonly rows: readonly Row[]; readonly actions: Actions; readonly marks: Marks }

export const BulkActs = ({ model, rows, actions, marks }: Props) => {
  const [busy, setBusy] = useState<BulkName>()
  const act = async (name: BulkName, label: string) => {
    const asked = await askedFor(model, name, label, rows)
    if (asked === undefined) return
    setBusy(name)
    const refused: { readonly id: string; readonly why: string }[] = []
    for (const [index, row] of rows.entries()) {
      const key = row[model.key[0] ?? '']
      try {
        await send(model, name, key, asked)
      } catch (error) {
        refused.push({ id: identityOf(model, row, index), why: `${String(key)}: ${messageOf(error)}` })
      }
    }
    const text = endText(
      rows.length - refused.length,
      refused.map(({ why }) => why),
    )
    if (refused.length > 0) sayError(text)
    else say(text)
    // the refused ones remain marked
    marks.only(refused.map(({ id }) => id))
    setBusy(undefined)
    await forgetModule(model.id)
  }
  return (
    <span className="bulk-acts">
      {bulkActs(model, rows, actions.holds).map(({ name, label, reason }) => (
        <Button
          key={name}
          label={`${label} ${rows.length}`}
          reason={busy !== undefined && busy !== name ? 'Another action is running on these rows' : reason}
          busy={busy === name}
          onClick={() => void act(name, label)}
        />
      ))}
    </span>
  )
}
