// Asks onnxruntime what models say of rows. Reads a list of {Model, Rows, Count, Column}
// as JSON from stdin, and writes what comes out of each as JSON to stdout.
const fs = require('fs')
const ort = require('onnxruntime-node')

async function ask(q) {
  const bytes = fs.readFileSync(q.Rows)
  const rows = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength))
  const session = await ort.InferenceSession.create(q.Model, { logSeverityLevel: 3, intraOpNumThreads: 1 })
  const said = await session.run({ rows: new ort.Tensor('float64', rows, [q.Count, q.Column]) })
  const list = (name) => (said[name] ? Array.from(said[name].data) : undefined)
  return { Label: list('label'), Class: list('class')?.map(Number), Coordinates: list('coordinates'), Responses: list('responses') }
}

async function main() {
  const answers = []
  for (const q of JSON.parse(fs.readFileSync(0, 'utf8'))) {
    answers.push(await ask(q).catch((e) => ({ Error: String(e) })))
  }
  process.stdout.write(JSON.stringify(answers))
}

main()
