// kill -9 of the server in the middle of acts with money, eight people at once: each act that was answered is in the
// books once, and everything adds up.
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dayOf } from '../../core/dates.ts'
import { paymentMode } from '../../modules/lists/items.model.ts'
import { aSale, product } from '../../modules/sales/sales.fixture.ts'
import { openDatabase, sql } from '../../server/db/db.ts'
import { testDatabase } from '../../server/testing/database.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import type { Sent } from '../../server/testing/answers.ts'
import { freePort, send, signIn, startServer } from '../../start/spawned.fixture.ts'

const [people, rounds] = [8, 3]
/** The hospital pays later; its price of a blood count, and that of a patient. */
const [hospital, agreed, price] = [21, 195, 350]

test('kill -9 in the middle of bookings, invoices, payments, credit notes and deposits: each counts once, and the books add up', async () => {
  const database = await testDatabase({ template: 'network' })
  const port = await freePort()
  const address = `http://127.0.0.1:${port}`
  const start = () => startServer(database.ownerUrl, port)
  let child = await start()
  const db = openDatabase(database.url)
  /** Rupees that were acknowledged. */
  const books = { sold: 0, received: 0, credited: 0, deposited: 0 }
  let cut = 0
  let acts = 0
  try {
    /** Sent with its own key until it is answered. */
    const ask = async <P extends string>(
      token: string,
      method: 'POST' | 'PUT',
      path: P,
      body: object,
    ): Promise<Sent<P>> => {
      const key = `killed-${(acts += 1)}`
      for (let tries = 0; tries < 200; tries += 1) {
        const answer = await send(address, method, path, token, body, key)
        if (answer !== undefined && answer.status < 300) return answer.body
        if (answer !== undefined && answer.status < 500 && answer.status !== 429)
          throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
        cut += 1
        await wait(150)
      }
      throw new Error(`${path} is not answered`)
    }
    const [accounts, manager] = [await signIn(address, 'accounts', 7), await signIn(address, 'manager', 2)]
    const { BankAccountId } = await ask(manager, 'POST', '/api/bankaccounts/', {
      ...{ OwnerId: 2, Name: 'Current', Number: '50100777', OpeningDate: dayOf(new Date()) },
    })
    const work = async (person: number): Promise<void> => {
      const token = await signIn(address, 'labdesk', 5)
      const { ClientId: PatientId } = await ask(token, 'POST', '/api/clients/', {
        ...{ ClientTypeId: 12, Name: `Killed Midway ${person}`, GenderId: 1, Age: 40 },
      })
      for (let round = 0; round < rounds; round += 1) {
        const receipts = [{ PaymentModeId: paymentMode.Cash, Amount: 100 }]
        await ask(token, 'POST', '/api/sales/', aSale({ PatientId, products: [product.cbc], receipts }))
        books.sold += price
        books.received += 100
        const sales: { SaleId: unknown }[] = []
        for (let one = 0; one < 2; one += 1) {
          const body = aSale({ PatientId, BuyerId: hospital, products: [product.cbc] })
          sales.push({ SaleId: (await ask(token, 'POST', '/api/sales/', body)).SaleId })
        }
        const { InvoiceId } = await ask(accounts, 'POST', '/api/invoices/', {
          ...{ SellerId: 2, BuyerId: hospital, Sales: sales },
        })
        books.sold += 2 * agreed
        const formId = InvoiceId
        await ask(manager, 'PUT', '/api/creditnote/invoices', {
          formId,
          SaleIds: [sales[0]?.SaleId],
          reason: 'Not done',
        })
        books.credited += agreed
        await ask(accounts, 'POST', '/api/transactions/', {
          ...{ Date: new Date().toISOString(), GiverId: hospital, ReceiverId: 2, Amount: 150 },
          ...{ PaymentModeId: paymentMode.Cash },
        })
        books.received += 150
        const own = await db.read.maybe<{ BatchId: number }>(sql`
          select
            batch_id
          from
            tran_batches
            join users on user_id = owner_id
          where
            user_name = 'accounts'
            and close_date is null
        `)
        if (own) {
          await ask(accounts, 'PUT', `/api/depositbatch/${own.BatchId}`, {
            ...{ BankAccountId, Amount: 50, SlipNo: `S${person}-${round}`, Day: dayOf(new Date()) },
          })
          books.deposited += 50
        }
      }
    }
    const working = Promise.all(Array.from({ length: people }, (_, person) => work(person)))
    for (let kills = 0; kills < 2; kills += 1) {
      const before = acts
      while (acts < before + 40) await wait(20)
      child.kill('SIGKILL')
      child = await start()
    }
    await working
    expect(cut).toBeGreaterThan(0)
    const balances = await db.read.rows<{ Account: string; Amount: number }>(sql`
      select
        account || case
          when bank_account_id is null then ''
          else ' at the bank'
        end as account,
        sum(debit - credit)::float8 as amount
      from
        ledger_entries
      group by
        1
      order by
        1
    `)
    expect(Object.fromEntries(balances.map(({ Account, Amount }) => [Account, Amount]))).toEqual({
      money: books.received - books.deposited,
      'money at the bank': books.deposited,
      party: books.sold - books.credited - books.received,
      sales: books.credited - books.sold,
    })
    await expectInvariants(db)
  } finally {
    await db.close()
    child.kill('SIGKILL')
    await wait(300)
    await database.drop()
  }
}, 240_000)
