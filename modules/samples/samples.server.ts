// Samples on the server: list, one tube with its way, and recording a collection.
import type { ServerModule } from '../../server/module.ts'
import { collectionRoutes, followPatient, followSale } from './collection.server.ts'
import { tubeList } from './list.server.ts'
import { sampleScope } from './scope.server.ts'
import { readTube, tubePlace } from './tube.server.ts'

export const samplesServer: ServerModule = {
  ...tubePlace,
  scope: (user) => sampleScope(user),
  read: readTube,
  follows: { sales: followSale, clients: followPatient },
  routes: collectionRoutes,
  statements: [{ id: 1002, name: 'Samples', module: 'samples', parameters: {}, list: tubeList }],
}
