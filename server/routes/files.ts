// Files made for a user: random, authorised, short-lived addresses (5 minutes, the same session).
import { randomBytes } from 'node:crypto'
import type { Fields } from '../../core/model.ts'
import { sql, type Tx } from '../db/db.ts'
import type { Caller } from '../caller.ts'
import { notFound } from '../refusal.ts'
import { routeOf, type Answer, type Call, type Route } from '../route.ts'

/** Stores a file for this session and answers the address to fetch it from. */
export const keepFile = async (
  tx: Tx,
  user: Caller,
  file: { name: string; mediaType: string; bytes: Uint8Array },
): Promise<string> => {
  const address = randomBytes(24).toString('base64url')
  await tx.run(sql`
    delete from files
    where
      created_at < now() - interval '10 minutes'
  `)
  await tx.run(sql`
    insert into
      files (address, user_id, token_hash, media_type, name, content)
    values
      (
        ${address},
        ${user.UserId},
        ${user.tokenHash},
        ${file.mediaType},
        ${file.name},
        ${Buffer.from(file.bytes)}
      )
  `)
  return `/api/files/${address}`
}

const readFile = async (call: Call<Fields, Fields, ':address'>): Promise<Answer> => {
  const file = await call.db.read.maybe<{
    MediaType: string
    Name: string
    Content: Buffer
  }>(sql`
    select
      media_type,
      name,
      content
    from
      files
    where
      address = ${call.params.address}
      and user_id = ${call.user.UserId}
      and token_hash = ${call.user.tokenHash}
      and created_at > now() - interval '5 minutes'
  `)
  if (!file) throw notFound('This file has expired. Print it again.')
  return {
    bytes: file.Content,
    headers: {
      'content-type': file.MediaType,
      'content-disposition': `inline; filename="${file.Name.replace(/[^A-Za-z0-9._-]/g, '_')}"`,
    },
  }
}
const scope = 'a file made for this session in the last 5 minutes'
export const fileRoutes: readonly Route[] = [
  routeOf({
    method: 'GET',
    path: 'files/:address',
    access: 'role',
    scope,
    summary: 'Fetch a printed file',
    handler: readFile,
  }),
  routeOf({
    method: 'POST',
    path: 'files/:address',
    access: 'role',
    scope,
    summary: 'Fetch a printed file',
    openBody: true,
    handler: readFile,
  }),
]
