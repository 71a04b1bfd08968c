// The dashboard of a manager: its eight widgets asked for at once, from the first request to the last answer.
import type { Stand } from './stand.ts'

type Widget = { readonly StatementId: number; readonly Label: string | null }
const rounds = 21
const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** Asks through HTTP, as the browser does, with a session of somebody who sees the whole network. */
export const measureDashboard = async ({ base, tokens }: Stand, log: (line: string) => void): Promise<void> => {
  let turn = 0
  const get = async <T>(path: string): Promise<{ body: T; took: number }> => {
    const from = performance.now()
    const answer = await fetch(`${base}${path}`, {
      headers: { authorization: `Bearer ${tokens[(turn += 1) % tokens.length] ?? ''}` },
    })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return { body: (await answer.json()) as T, took: performance.now() - from }
  }
  const { body: widgets } = await get<readonly Widget[]>('/api/getdata/600')
  const all: number[] = []
  const each = new Map<number, number[]>()
  for (let round = 0; round < rounds; round += 1) {
    const from = performance.now()
    const answers = await Promise.all(
      widgets.map(async ({ StatementId }) => [StatementId, (await get(`/api/getdata/${StatementId}`)).took] as const),
    )
    // the first one plans
    if (round === 0) continue
    all.push(performance.now() - from)
    for (const [id, took] of answers) each.set(id, [...(each.get(id) ?? []), took])
  }
  log(
    `dashboard: ${widgets.length} widgets at once ${median(all).toFixed(0)} ms median, ` +
      `${Math.max(...all).toFixed(0)} at most of ${all.length} (goal 300 ms); ` +
      [...each].map(([id, times]) => `${id} ${median(times).toFixed(0)}`).join(', '),
  )
}
