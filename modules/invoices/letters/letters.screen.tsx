// The letters of an invoice by e-mail: what went to whom, and why one did not go.
import { formatDateTime } from '../../../core/dates.ts'
import { screenOf } from '../../../web/screen/screen-of.ts'
import { invoices } from '../invoices.model.ts'
import { letterWords } from '../letters.rules.ts'

const { useValue } = screenOf(invoices)

const kinds: Readonly<Record<string, string>> = {
  invoice: 'Invoice',
  'credit-note': 'Credit note',
  cancellation: 'Cancellation',
}

export const Letters = () => {
  const letters = useValue('Letters') ?? []
  if (letters.length === 0) return null
  return (
    <section className="card" aria-label="E-mail">
      {letters.map((letter, at) => (
        <p key={at} className="secondary">
          {kinds[letter.Kind]} to {letter.To}: {[letterWords[letter.State], formatDateTime(letter.At)].join(', ')}
          {letter.Reason && `. ${letter.Reason}`}
        </p>
      ))}
    </section>
  )
}
