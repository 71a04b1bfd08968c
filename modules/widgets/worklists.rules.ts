// The list that a tile of the dashboard opens: the records it counts, with the filter that finds them. Keys are their
// statements.

export type Worklist = { readonly moduleId: string; readonly filter: Readonly<Record<string, unknown>> }
const results = (filter: Worklist['filter']): Worklist => ({ moduleId: 'testresults', filter })
const worklists: Readonly<Record<number, Worklist>> = {
  2005: results({ State: 'approve' }),
  2006: results({ State: 'approve' }),
  2007: results({ State: 'critical' }),
  2009: results({ State: 'pending' }),
  2010: results({ State: 'pending', IsStat: true }),
  2011: results({ State: 'pending' }),
  2012: results({ State: 'pending' }),
  2029: { moduleId: 'requests', filter: { State: 'waiting' } },
  2025: { moduleId: 'tranbatches', filter: { BatchStatus: 'Open' } },
  2026: { moduleId: 'tranbatches', filter: { BatchStatus: 'Closed', IsActive: 'true' } },
  2027: { moduleId: 'bankaccounts', filter: {} },
  2030: { moduleId: 'shipments', filter: { ToAnswer: 'true' } },
  2031: results({ State: 'disowned' }),
  2015: { moduleId: 'samples', filter: { State: 'collect' } },
}
export const worklistOf = (statementId: number): Worklist | undefined => worklists[statementId]
