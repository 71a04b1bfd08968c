// The routes of files stored with a record, for each module that declares files.
import { fileAdded, fileRemoved, filesOfRecord, partsOfFiles } from '../../core/answer/questions.ts'
import { oneOf, text, type Fields } from '../../core/model.ts'
import type { ServerModule } from '../module.ts'
import { invalid } from '../refusal.ts'
import { json, routeOf, type Call, type Route } from '../route.ts'
import { keyOf } from '../door/sent.ts'
import { metaOf } from '../routes/records.ts'
import { addFile, listFiles, listParts, permitToKeep, readFile, removeFile } from './kept.ts'

/** The name in plain letters for old programs, and in full for all others. */
const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^A-Za-z0-9._ -]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(
    name,
  ).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

type OfRecord = Pick<Call<Fields, Fields, ':key'>, 'params' | 'user'>
const routesOf = (module: ServerModule): Route[] => {
  const { id, name, files } = module.model
  if (!files) return []
  const scope = 'files of one record inside the scope of the module'
  const ownerOf = ({ params, user }: OfRecord) => ({ module, key: keyOf(params.key), user })
  const query = {
    Kind: oneOf('Kind', files.kinds, { required: 'Kind is required' }),
    Name: text('Name', { required: 'Name is required', maxLength: 300 }),
  }
  // keys of the parts of the record that the file is of: `12,15`
  const about = { About: text('About', { maxLength: 500, pattern: /^\d{1,9}(,\d{1,9})*$/ }) }
  return [
    routeOf({
      method: 'GET',
      path: `${id}/:key/files`,
      answers: filesOfRecord.answers,
      access: { module: id, permit: 'read' },
      scope,
      summary: `Files of one of ${name}`,
      handler: async (call) => json(await listFiles(call.db, ownerOf(call))),
    }),
    routeOf({
      method: 'GET',
      path: `${id}/:key/files/parts`,
      answers: partsOfFiles.answers,
      access: { module: id, permit: 'read' },
      scope,
      summary: `The parts of one of ${name} that a file of a kind may be of`,
      query: { Kind: query.Kind },
      handler: async (call) => json(await listParts(call.db, ownerOf(call), String(call.query.Kind))),
    }),
    routeOf({
      method: 'POST',
      path: `${id}/:key/files`,
      answers: fileAdded.answers,
      access: { module: id, permit: permitToKeep(files) },
      scope,
      summary: `Add a file to one of ${name}: the body is the file itself`,
      query: { ...query, ...about },
      takesFile: true,
      handler: async (call) => {
        if (!call.file) throw invalid({ File: ['Send the file itself, as application/octet-stream'] })
        const keys = (call.query.About ?? '').split(',').filter(Boolean).map(Number)
        const sent = { kind: String(call.query.Kind), name: String(call.query.Name), about: keys, content: call.file }
        const saved = await addFile(call.db, ownerOf(call), sent, metaOf(call))
        return json(saved.json, saved.status)
      },
    }),
    routeOf({
      method: 'GET',
      path: `${id}/:key/files/:file`,
      access: { module: id, permit: 'read' },
      scope,
      summary: `Fetch a file of one of ${name}`,
      handler: async (call) => {
        const file = await readFile(call.db, ownerOf(call), keyOf(call.params.file))
        return {
          stream: file.parts,
          headers: {
            'content-type': file.Media,
            'content-length': String(file.Size),
            'content-disposition': disposition(file.Name),
            // the file is not treated as a page of this site, and cannot run a program
            'content-security-policy': "sandbox; default-src 'none'",
          },
        }
      },
    }),
    routeOf({
      method: 'DELETE',
      path: `${id}/:key/files/:file`,
      answers: fileRemoved.answers,
      access: { module: id, permit: permitToKeep(files) },
      scope,
      summary: `Remove a file of one of ${name}; one on which something rests is withdrawn, with a reason`,
      query: { Reason: text('Reason', { maxLength: 500 }) },
      handler: async (call) => {
        const reason = call.query.Reason?.trim() || null
        const saved = await removeFile(call.db, ownerOf(call), keyOf(call.params.file), reason, metaOf(call))
        return json(saved.json, saved.status)
      },
    }),
  ]
}

export const keptFileRoutes = (modules: readonly ServerModule[]): Route[] => modules.flatMap(routesOf)
