// POST /api/print/{module}: loads the record as a read does, then the module's printer answers HTML or a file's
// address.
import { recordPrinted } from '../../core/answer/questions.ts'
import { date, integer, oneOf, type DraftOf, type Fields, type Model, type RecordOf } from '../../core/model.ts'
import { network } from '../../core/network.ts'
import { writeAccess } from '../door/audit.ts'
import { sql, type Database } from '../db/db.ts'
import { keepFile } from './files.ts'
import type { Caller } from '../caller.ts'
import type { ServerModule } from '../module.ts'
import { actionsOf, mayByPermit, requirePermit } from '../door/permission.ts'
import { keyOf } from '../door/sent.ts'
import { notFound, notPermitted, refused } from '../refusal.ts'
import { routeOf, type Answer, type Route } from '../route.ts'
import { loadInScope } from '../door/stored.ts'
import { seenOf } from '../read/seen.ts'

type Printed = { html: string } | { pdf: Uint8Array; name: string }
type PrintContext<F extends Fields> = {
  db: Database
  user: Caller
  record: RecordOf<F>
  key: number
  layout: string
  origin: string
  version: number | null
  /** Days of the network, where the layout is of a period. */
  period: Period
}
type Period = { readonly From: string | null; readonly To: string | null }
/**
 * Prints one layout of a module's record. A method, so that a printer of its own records is assignable to one of any.
 */
export type Printer<F extends Fields = Fields> = { print(context: PrintContext<F>): Promise<Printed> }['print']
/** A printer of this model's records. */
export const printerOf = <F extends Fields>(_model: Model<F>, printer: Printer<NoInfer<F>>): Printer => printer

const body = {
  templateId: integer('Template', { required: 'templateId is missing' }),
  formId: integer('Record', { required: 'formId is missing' }),
  device: oneOf('Device', [
    ['printer', 'Printer'],
    ['screen', 'Screen'],
  ]),
  Version: integer('Version'),
  From: date('From'),
  To: date('To', { notFuture: 'To cannot be in the future' }),
}

const periodOf = ({ From, To }: DraftOf<typeof body>): Period => ({ From: From ?? null, To: To ?? null })

export const printRoutes = (modules: readonly ServerModule[], printers: ReadonlyMap<string, Printer>): Route[] =>
  modules
    .flatMap((module) => {
      const print = printers.get(module.model.id)
      return print === undefined ? [] : [{ module, print }]
    })
    .map(({ module, print }) =>
      routeOf({
        method: 'POST',
        path: `print/${module.model.id}/`,
        access: { module: module.model.id, permit: 'print' },
        scope: 'one record inside the scope of the module',
        summary: `Print one of ${module.model.name}`,
        body,
        handler: async (call): Promise<Answer> => {
          const key = keyOf(call.body.formId)
          const { user, db } = call
          const { Version } = call.body
          requirePermit(user, module.model.id, 'print')
          const record = await loadInScope(db.read, module, key, user)
          if (!mayByPermit(user, module.model.id, 'print', record)) throw notPermitted()
          const why = actionsOf(module, record, user).print
          if (typeof why === 'string') throw refused(why)
          const template = await db.read.maybe<{ Layout: string }>(sql`
            select
              layout
            from
              print_templates
            where
              module_id = ${module.model.id}
              and template_id = ${call.body.templateId}
          `)
          if (!template) throw notFound('This print template does not exist')
          await module.discloses?.(db, user, key, 'print')
          const printed = await print({
            db,
            user,
            record: seenOf(module.model.fields, record, user),
            key,
            layout: template.Layout,
            origin: network.publicAddress ?? call.origin,
            version: typeof Version === 'number' ? Version : null,
            period: periodOf(call.body),
          })
          return db.transaction(async (tx) => {
            await writeAccess(tx, user, 'print', module.model.id, key)
            if ('html' in printed)
              return {
                text: printed.html,
                headers: {
                  'content-type': 'text/html; charset=utf-8',
                  'content-security-policy':
                    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:",
                },
              }
            return {
              answers: recordPrinted.answers,
              json: {
                location: await keepFile(tx, user, {
                  name: printed.name,
                  mediaType: 'application/pdf',
                  bytes: printed.pdf,
                }),
              },
            }
          })
        },
      }),
    )
