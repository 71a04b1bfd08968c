// Permission to close the books of a legal entity. Moving a lab to another entity must not reopen them.
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { notPermitted, refused } from '../../../server/refusal.ts'
import type { ClientDraft } from '../clients.model.ts'
import { mayCloseBooks } from '../clients.rules.ts'

type Kept = Pick<ClientDraft, 'BooksClosedTill' | 'LegalEntityId'> & { readonly ClientId?: number | null }

/**
 * @throws 403 when a user of a place below closes the books; 422 when a lab moves to a legal entity whose books are
 * closed less far than those of its present one
 */
export const keepsBooks = async (tx: Tx, user: Caller, typed: Kept, before: Kept | null): Promise<void> => {
  const closing = typed.BooksClosedTill !== undefined && typed.BooksClosedTill !== (before?.BooksClosedTill ?? null)
  const may = mayCloseBooks(before?.ClientId, user)
  if (closing && !may.ok) throw notPermitted(may.reason)
  const from = before?.LegalEntityId ?? null
  const to = typed.LegalEntityId
  if (from === null || to === undefined || to === from) return
  const { Opens } = await tx.one<{ Opens: boolean }>(sql`
    select
      coalesce(now.books_closed_till < was.books_closed_till, was.books_closed_till is not null) as opens
    from
      clients was
      left join clients now on now.client_id = ${to}
    where
      was.client_id = ${from}
  `)
  const text = 'The books of that legal entity are closed less far than those of the present one'
  if (Opens) throw refused(text, { LegalEntityId: [text] })
}
