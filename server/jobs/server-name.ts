// The name of this process on its connections for jobs. They end with the process, however it ends: so another server,
// or this one after its restart, sees which runs nobody does any more.
import { randomUUID } from 'node:crypto'

export const serverName = `aliquot jobs ${randomUUID()}`
