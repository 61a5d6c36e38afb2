import { runRound } from './round.ts'

// The load runs in a process of its own, so that it never waits for the one that measures.
process.on('message', async (options) => {
  const reply = await runRound(options as never).catch((error: Error) => ({ failure: error.stack }))
  process.send?.(reply)
})
process.on('disconnect', () => process.exit())
