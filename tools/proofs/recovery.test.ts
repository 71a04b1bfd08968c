// The page for operators shows pgBackRest as `npm run proof -- pitr` runs it: four blocks, for one name of the database.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../docs/operate.md', import.meta.url), 'utf8')
const blocks = [...page.matchAll(/^```(ini|sh)\n([\s\S]*?)^```$/gm)].map(([, kind = '', text = '']) => [kind, text])

test('configuration, settings, first commands and the restore are there in this order, and name the same stanza', () => {
  expect(blocks.map(([kind]) => kind)).toEqual(['ini', 'ini', 'sh', 'sh'])
  const [configuration, settings, first, back] = blocks.map(([, text = '']) => text)
  const [, stanza = ''] = /^\[(?!global\])(\w+)\]$/m.exec(configuration ?? '') ?? []
  expect(stanza).toBe('aliquot')
  const commands = [settings, first, back].flatMap((text) => (text ?? '').match(/pgbackrest .*$/gm) ?? [])
  expect(commands).toHaveLength(5)
  for (const command of commands) expect(command).toContain(`--stanza=${stanza} `)
  expect(settings).toMatch(/^archive_mode = on$/m)
  expect(back).toContain('--type=time --target="')
})
