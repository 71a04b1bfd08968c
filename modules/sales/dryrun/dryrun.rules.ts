// The dry run of a product's sale: parts, tests, tubes, results, ranges, route and price, and what is missing.
import { formatFigure } from '../../../core/money.ts'
import { checksOfElements, type Check, type Missing, type ReadyElement } from '../../elements/ready.rules.ts'
import { unreadyTests, type ReadyTest } from '../../tests/ready.rules.ts'
import type { Route } from '../accession/routing.rules.ts'

type Part = { readonly ProductId: number; readonly Name: string; readonly IsActive: boolean }
/** A seller of it today, and its price there. */
export type Offer = { readonly PriceListId: number; readonly Seller: string; readonly Price: number | null }
/** The route of a part with tests, from a lab that accessions it. */
export type Way = {
  readonly ProductId: number
  readonly From: string
  readonly route: Route
  /** Names of the labs on the route. */
  readonly Labs: readonly string[]
  /** Inactive labs on the route. */
  readonly Closed: readonly string[]
  /** An instrument of the last lab measures it; an external lab is taken to. */
  readonly IsMeasured: boolean
}
export type DryProduct = {
  /** 0 for a product that is not saved yet. */
  readonly ProductId: number
  readonly isCharge: boolean
  readonly parts: readonly Part[]
  readonly tests: readonly ReadyTest[]
  readonly elements: readonly ReadyElement[]
  readonly ways: readonly Way[]
  readonly offers: readonly Offer[]
}

const atProduct = (ProductId: number): Pick<Missing, 'Module' | 'Keys'> => ({
  Module: 'products',
  Keys: { ProductId },
})
const atPrice = (PriceListId?: number): Pick<Missing, 'Module' | 'Keys'> => ({
  Module: 'pricelists',
  Keys: PriceListId === undefined ? {} : { PriceListId },
})

const wayMissing = ({ ProductId, From, route, Labs, Closed, IsMeasured }: Way): readonly Missing[] => {
  if (!route.ok) return [{ Text: `${route.reason}, taken in at ${From}`, Stops: true, ...atProduct(ProductId) }]
  const closed = Closed.map((lab) => ({ Text: `${lab} is not active`, Stops: true, ...atProduct(ProductId) }))
  return IsMeasured
    ? closed
    : [...closed, { Text: `${Labs.at(-1) ?? From} has no instrument for it`, Stops: false, ...atInstruments }]
}
const atInstruments: Pick<Missing, 'Module' | 'Keys'> = { Module: 'labinstruments', Keys: {} }

const once = (missing: readonly Missing[]): readonly Missing[] => [
  ...new Map(missing.map((one) => [one.Text, one])).values(),
]

const priceCheck = (offers: readonly Offer[]): Check => {
  const priced = offers.filter(({ Price }) => Price !== null)
  const prices = [...new Set(priced.map(({ Price }) => Price ?? 0))].sort((a, b) => a - b)
  const [least, most] = [prices[0], prices.at(-1)].map((one) => one !== undefined && formatFigure(one, 2))
  return {
    What: 'Price',
    Said: [...new Set([least, most])].filter(Boolean).join(' to '),
    Missing:
      priced.length > 0
        ? []
        : offers.length > 0
          ? offers.map((one) => ({
              Text: `${one.Seller} has it on a price list without a price`,
              Stops: true,
              ...atPrice(one.PriceListId),
            }))
          : [{ Text: 'No price list in force has it', Stops: true, ...atPrice() }],
  }
}

/** A dry run of a product: a charge needs only a price. */
export const dryRunOfProduct = (product: DryProduct): readonly Check[] => {
  const { parts, tests, elements, ways, offers, isCharge } = product
  const closed = parts
    .filter((part) => !part.IsActive && part.ProductId !== product.ProductId)
    .map((part) => ({ Text: `${part.Name} is not active`, Stops: true, ...atProduct(part.ProductId) }))
  const inside: Check = {
    What: 'Tests',
    Said: isCharge ? 'A charge, without tests' : tests.map(({ Name }) => Name).join(', '),
    Missing: [...closed, ...unreadyTests(tests)],
  }
  if (isCharge) return [{ ...inside, Missing: closed }, priceCheck(offers)]
  return [
    inside,
    ...(elements.length > 0 ? checksOfElements(elements) : []),
    {
      What: 'Route',
      Said: [...new Set(ways.filter(({ route }) => route.ok).map(({ Labs }) => Labs.join(' → ')))].join('; '),
      Missing: once(ways.flatMap(wayMissing)),
    },
    priceCheck(offers),
  ]
}
