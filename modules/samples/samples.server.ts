// Samples on the server: list, one tube with its way, and recording a collection.
import { moduleOf } from '../../server/module.ts'
import { collect, followPatient, followSale } from './collection.server.ts'
import { tubeList } from './list.server.ts'
import { samples } from './samples.model.ts'
import { sampleScope } from './scope.server.ts'
import { readTube, tubePlace } from './tube.server.ts'

export const samplesServer = moduleOf(samples, {
  ...tubePlace,
  scope: (user) => sampleScope(user),
  read: readTube,
  follows: { sales: followSale, clients: followPatient },
  actions: [collect],
  statements: [{ id: 1002, name: 'Samples', module: 'samples', parameters: {}, list: tubeList }],
})
