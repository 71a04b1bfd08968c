// Samples on the server: list, one tube with its history, and recording a collection.
import { sql } from '../../server/db/db.ts'
import { moduleOf } from '../../server/module.ts'
import { collect, followPatient, followSale } from './collection.server.ts'
import { noteCall } from './recollection/calls.server.ts'
import { correctPlace } from './place/correct.server.ts'
import { reject } from './recollection/reject.server.ts'
import { tubeList } from './list.server.ts'
import { listedFields, samples } from './samples.model.ts'
import { sampleScope } from './scope.server.ts'
import { readTube, tubePlace } from './tube.server.ts'

export const samplesServer = moduleOf(samples, {
  ...tubePlace,
  scope: (user) => sampleScope(user),
  read: readTube,
  follows: { sales: followSale, clients: followPatient },
  // an act on a tube changes its sale, so it locks the sale first
  locksFirst: (key) => [
    sql`
      select
        1
      from
        sales sale
      where
        sale.sale_id = (
          select
            tube.sale_id
          from
            samples tube
          where
            tube.sample_id = ${key}
        )
      for update
    `,
  ],
  actions: [collect, correctPlace, reject, noteCall],
  statements: [{ id: 1002, name: 'Samples', module: 'samples', parameters: {}, fields: listedFields, list: tubeList }],
})
