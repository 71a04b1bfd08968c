// Serves until its input ends, for `bench --against`; prints its address in one line of JSON.
import { stand } from './stand.ts'

const standing = await stand(Number(process.argv[2]), (line) => console.error(line))
const { base, tokens, scoped, top } = standing
console.log(JSON.stringify({ base, tokens, scoped, top }))
process.stdin.resume().on('end', () => {
  void standing.close().then(() => process.exit(0))
})
