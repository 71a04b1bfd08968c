// What a backup and a restore say when they are done.
import { sizeText } from '../../core/files/size.ts'
import type { Made } from './make.ts'
import type { Backup } from './format/open.ts'
import type { Restored } from './restore.ts'

const secondsOf = (seconds: number): string => `${seconds.toFixed(1)} s`

const notAsked = 'The invariants of its records were not all checked.'

export const madeText = ({ file, bytes, tables, rows, seconds, broken }: Made): string =>
  [
    `Backup made: ${file} (${sizeText(bytes)}, ${tables} tables, ${rows} rows, ${secondsOf(seconds)}).`,
    ...(broken === null ? [notAsked] : []),
    ...(broken?.length ? [`In this database, and so in its backup, this does not hold: ${broken.join('; ')}.`] : []),
  ].join('\n')

export const restoredText = ({ head, manifest }: Backup, { migrated, broken }: Restored, seconds: number): string =>
  [
    `Restored: the network as it was at ${head.madeAt}, ${manifest.tables} tables, ${manifest.rows} rows, ` +
      `each read back and compared, in ${secondsOf(seconds)}.`,
    ...(migrated.length > 0 ? [`It was brought to this release: ${migrated.length} migrations.`] : []),
    ...(broken === null ? [notAsked] : []),
    ...(broken?.length ? [`In it this does not hold: ${broken.join('; ')}.`] : []),
  ].join('\n')
