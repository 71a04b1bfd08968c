// What the products on a bill ask for: states at the draw, and consent.
import { useAnswer } from '../../../web/api/cache.ts'
import { useEditable } from '../../../web/record/use-form.ts'
import { useValue } from '../sale.screen.ts'
import { askedByProducts } from '../answers.model.ts'
import type { AnswerTo } from '../../../core/answer/answer.ts'

type Asked = AnswerTo<typeof askedByProducts>

/** Undefined while the sale is only read, or before the server has answered. */
export const useAsked = (): Asked | undefined => {
  const [editable, lines] = [useEditable(), useValue('SaleProducts') ?? []]
  const ProductIds = [...new Set(lines.flatMap(({ ProductId }) => ProductId ?? []))].sort((a, b) => a - b).join()
  return useAnswer(editable && ProductIds !== '' ? askedByProducts : undefined, { ProductIds }).data
}
