// Runs proof/invariants.sql on a test database.
import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { raw, type Database } from '../db/db.ts'
import { verifyAudit } from '../door/seal.ts'

export const invariants = readFileSync(new URL('../../proof/invariants.sql', import.meta.url), 'utf8')

/** Fails with each broken invariant of the records and the record that breaks it. */
export const expectRecords = async (db: Database): Promise<void> => {
  expect(await db.read.rows(raw(invariants))).toEqual([])
}
/** The same, and verifies the chain of the history. */
export const expectInvariants = async (db: Database): Promise<void> => {
  await expectRecords(db)
  expect((await verifyAudit(db.read)).brokenAt).toBeNull()
}
