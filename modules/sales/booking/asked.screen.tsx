// What the products on a bill ask for: states at the draw, and consent.
import { useGet } from '../../../web/api/cache.ts'
import { useEditable } from '../../../web/record/use-form.ts'
import { useValue } from '../sale.screen.ts'

type Asked = {
  /** States at the draw, by the names of their fields. */
  readonly Asks: readonly string[]
  /** Keys of the products that ask for consent. */
  readonly Consent: readonly number[]
}

/** Undefined while the sale is only read, or before the server has answered. */
export const useAsked = (): Asked | undefined => {
  const [editable, lines] = [useEditable(), useValue('SaleProducts') ?? []]
  const ProductIds = [...new Set(lines.flatMap(({ ProductId }) => ProductId ?? []))].sort((a, b) => a - b).join()
  return useGet<Asked>(editable && ProductIds !== '' ? '/api/asks/products' : undefined, { ProductIds }).data
}
