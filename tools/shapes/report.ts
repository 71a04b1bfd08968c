// The shapes claimed of rows beside what PostgreSQL answered in the last run of the server tests.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { answersFolder, type Answer } from './answers.ts'
import { claimsOf } from './claims.ts'
import { compare } from './compare.ts'

const files = existsSync(answersFolder) ? readdirSync(answersFolder) : []
const answers = files.flatMap((name) => JSON.parse(readFileSync(path.join(answersFolder, name), 'utf8')) as Answer[])
const claims = claimsOf(path.resolve(import.meta.dirname, '../..'))
const { faults, untried } = compare(claims, answers)
for (const fault of faults) console.log(fault)
for (const place of untried) console.log(`${place}: no test reads it`)
console.log(`${claims.length} claims, ${faults.length} faults, ${untried.length} not tried`)
if (faults.length > 0) process.exitCode = 1
