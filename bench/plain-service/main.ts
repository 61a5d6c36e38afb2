import pg from 'pg'
import { writeToOutbox } from './outbox.ts'
import { plainService } from './plain-service.ts'

// DATABASE_URL=... PORT=... [OUTBOX=1] node bench/plain-service/main.ts
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: 10,
  // The other subjects' rounds must not cost it its connections.
  idleTimeoutMillis: 600_000,
})
const app = plainService(pool, process.env.OUTBOX === '1' ? writeToOutbox : undefined)
await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 0) })
process.once('SIGTERM', async () => {
  await app.close()
  await pool.end()
})
