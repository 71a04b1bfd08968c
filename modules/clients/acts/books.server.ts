// Who closes the books of a legal entity, and that nobody opens them again by giving a lab to another entity.
import type { Caller } from '../../../server/caller.ts'
import { sql, type Tx } from '../../../server/db/db.ts'
import { notPermitted, refused } from '../../../server/refusal.ts'
import type { ClientDraft } from '../clients.model.ts'
import { mayCloseBooks } from '../clients.rules.ts'

type Kept = Pick<ClientDraft, 'BooksClosedTill' | 'LegalEntityId'> & { readonly ClientId?: number | null }

/**
 * @throws 403 when the books are closed by somebody who works at a place below; 422 when a lab goes to a legal entity
 * whose books are not closed as far as those of its own
 */
export const keepsBooks = async (tx: Tx, user: Caller, typed: Kept, before: Kept | null): Promise<void> => {
  const closing = typed.BooksClosedTill !== undefined && typed.BooksClosedTill !== (before?.BooksClosedTill ?? null)
  const may = mayCloseBooks(before?.ClientId, user)
  if (closing && !may.ok) throw notPermitted(may.reason)
  const from = before?.LegalEntityId ?? null
  const to = typed.LegalEntityId
  if (from === null || to === undefined || to === from) return
  const { opens } = await tx.one<{ opens: boolean }>(sql`
    select
      coalesce(now.books_closed_till < was.books_closed_till, was.books_closed_till is not null) as opens
    from
      clients was
      left join clients now on now.client_id = ${to}
    where
      was.client_id = ${from}
  `)
  const text = 'The books of that legal entity are not closed as far as those of its own'
  if (opens) throw refused(text, { LegalEntityId: [text] })
}
