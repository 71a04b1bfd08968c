// Sends receipts to the server at once, one request after another: a scanner is faster than an answer.
import { about } from '../../core/answer/answer.ts'
import { ApiError, messageOf, putTo } from '../../web/api/api.ts'
import { forget, forgetModule } from '../../web/api/cache.ts'
import { say, sayError } from '../../web/message/snackbar-store.ts'
import { samplesReceived } from './answers.model.ts'
import { sampleStatus } from '../lists/items.model.ts'
import { decidedOf, mark, receiptRecord, rowsOf, type ReceiptForm } from './receipt.screen.ts'
import type { Degrees } from './shipmentreceipt.model.ts'

export type Receiving = {
  /** Receives rows, with new thermometer readings. */
  receive(ids: readonly number[], degrees: Degrees): void
}

export const createReceiving = (form: ReceiptForm, shipmentId: number): Receiving => {
  const waiting = new Map<number, number>()
  let read: Degrees = {}
  let isSending = false
  const send = (ids: readonly number[], degrees: Degrees) =>
    putTo(about(samplesReceived, shipmentId), {
      ShipmentSamples: ids.map((ShipmentSampleId) => ({ ShipmentSampleId, StatusId: sampleStatus.Delivered })),
      ...(Object.keys(degrees).length > 0 && { Temperatures: degrees }),
    })
  /** A refused row does not block the others: each is then sent by itself. */
  const sendAll = async (batch: ReadonlyMap<number, number>, degrees: Degrees): Promise<void> => {
    try {
      say((await send([...batch.keys()], degrees)).message)
    } catch (error) {
      if (batch.size > 1 && error instanceof ApiError && error.status === 422) {
        for (const [id, was] of batch) await sendAll(new Map([[id, was]]), {})
        return
      }
      for (const [id, was] of batch) mark(form, new Set([id]), was)
      sayError(messageOf(error))
    }
  }
  const run = async () => {
    if (isSending) return
    isSending = true
    while (waiting.size > 0 || Object.keys(read).length > 0) {
      const [batch, degrees] = [new Map(waiting), read]
      waiting.clear()
      read = {}
      await sendAll(batch, degrees)
    }
    isSending = false
    await Promise.all([forgetModule('shipmentreceipt'), forget(...(receiptRecord.forgets ?? []))])
  }
  return {
    receive: (ids, degrees) => {
      const { values } = form.state()
      const known = new Map([...rowsOf(values), ...decidedOf(values)].map((row) => [row.ShipmentSampleId, row]))
      for (const id of ids) waiting.set(id, known.get(id)?.StatusId ?? sampleStatus.Dispatched)
      read = { ...read, ...degrees }
      mark(form, new Set(ids), sampleStatus.Delivered)
      void run()
    },
  }
}
