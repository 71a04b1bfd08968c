// What look-ups of clients answer.
import { asks, doesAt, rowsAt } from '../../../core/answer/answer.ts'
import { foundClient } from '../../../core/answer/questions.ts'
import { callToMake } from '../../lists/called.model.ts'

/** Clients of any type. */
export const clientsByType = rowsAt(200, foundClient)
/** Collection centres and the own laboratory. */
export const centres = rowsAt(201, foundClient)
/** Doctors and partners who refer. */
export const mayRefer = rowsAt(202, foundClient)
/** Who gives money at a collection centre. */
export const giversOfCentre = rowsAt(203, foundClient)
/** Clients of the sales manager. */
export const managedClients = rowsAt(204, foundClient)
/** Laboratories that a shipment may go to. */
export const consignees = rowsAt(205, foundClient)

const type = { ClientTypeId: 'integer', Name: 'text' } as const
/** Types of clients. */
export const typesOfClients = asks('clienttypes', [type])
/** Those of them that buy. */
export const typesOfBuyers = asks('buyertypes', [type])
/** What a merge of two clients would move. */
export const movedByMerge = asks('merge/clients', [{ What: 'text', Count: 'integer' }])
/** Merges into a client that may be undone. */
export const mergesToUndo = asks('unmerge/clients', [
  { SourceId: 'integer', Source: 'text', MergedOn: 'datetime', MergedBy: 'text' },
])
/** A merge undone: the sales that stay, and the calls that are owed. */
export const mergeUndone = doesAt('unmerge/clients', {
  ClientId: 'integer',
  Stay: ['integer'],
  CallsToMake: [callToMake],
})
/** A user name for a client that no other user has. */
export const freeName = asks('username/clients', { UserName: 'text' })
/** A user for a client, with a temporary password. */
export const userForClient = doesAt('register/clients/{key}', { TemporaryPassword: 'text' })
/** Patients with the same name, birth year and phone. */
export const similarPatients = asks('warnings/patient', [
  { ClientId: 'integer', Name: 'text', Phone: 'text?', BirthDate: 'date?', Area: 'text?' },
])
