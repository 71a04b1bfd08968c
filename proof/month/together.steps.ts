// Steps that change what all places have in common, so they are taken alone: patients merged, books reopened; and
// accessions, which sell from one place to another.
import { addDays } from '../../core/dates.ts'
import { booked } from './sale.steps.ts'
import { isRefused, recent, type Step, type World } from './world.ts'

/** The tubes are taken: what other labs do is sold by them, at prices of their own. */
export const accession: Step = async (world) => {
  const { books, dice, people } = world
  const sale = recent(world, books.sales.values(), (one) => one.live && !one.isUnderWay)
  if (!sale) return 'nothing'
  const worker = dice.pick(people.place(sale.seller).desks)
  const answer = await world.ask(worker, 'PUT', '/api/accession/sales', { formId: sale.id })
  if (isRefused(answer)) return 'refused'
  sale.isUnderWay = true
  const { rows } = await world.owner.query<{ id: number; buyer: number }>(
    `with recursive legs as (
       select sale_id, buyer_id from sales where base_sale_id = $1
       union all
       select s.sale_id, s.buyer_id from sales s join legs on s.base_sale_id = legs.sale_id
     )
     select sale_id as id, buyer_id as buyer from legs order by sale_id`,
    [sale.id],
  )
  for (const { id, buyer } of rows) await booked(world, worker, id, buyer, true)
  return 'done'
}

/** Two patients are one: what the one owes, has and paid is the other's. */
export const mergePatients: Step = async (world) => {
  const { books, dice, patients, people } = world
  if (patients.length < 12) return 'nothing'
  const [source, target] = [dice.pick(patients), dice.pick(patients)]
  if (source === target) return 'nothing'
  const answer = await world.ask({ person: people.admin }, 'PUT', '/api/merge/clients', {
    sourceId: source,
    targetId: target,
  })
  if (isRefused(answer)) return 'refused'
  books.merge(source, target)
  patients.splice(patients.indexOf(source), 1)
  return 'done'
}

/** An administrator asks, accounts staff confirm; nobody alone. */
export const reopenBooks: Step = async (world) => {
  const { books, people } = world
  if (books.closedTill === '') return 'nothing'
  const till = addDays(books.closedTill, -3)
  const admin = { person: people.admin }
  const asked = { formId: 1, BooksClosedTill: till, reason: 'A receipt is missing' }
  const answer = await world.ask(admin, 'PUT', '/api/reopen/clients', asked)
  if (isRefused(answer)) return 'refused'
  const alone = await world.ask(admin, 'PUT', '/api/confirmreopening/clients', { formId: 1 })
  if (!isRefused(alone)) throw new Error('One person reopened the books')
  const accounts = world.dice.pick(people.place(2).accounts)
  const done = await world.ask(accounts, 'PUT', '/api/confirmreopening/clients', { formId: 1 })
  if (done.status !== 200) throw new Error(`The books were not reopened: ${done.text}`)
  books.closedTill = till
  return 'done'
}

/** A centre is merged into another: the books of each still add up. */
export const mergePlaces = async (world: World): Promise<void> => {
  const [sourceId, targetId] = [16, 14]
  const answer = await world.ask({ person: world.people.admin }, 'PUT', '/api/merge/clients', { sourceId, targetId })
  if (answer.status !== 200) throw new Error(`The centre was not merged: ${answer.text}`)
  world.books.mergePlaces(sourceId, targetId)
}
