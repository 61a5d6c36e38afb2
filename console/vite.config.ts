import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The console is built into `console/dist`, which is kept in git: README's commands build nothing. */
export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  // The service puts the path where it serves the console before what the page names.
  base: command === 'build' ? './' : '/console/',
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // Browsers of that target preload modules; the polyfill would be one more script.
    modulePreload: { polyfill: false },
    // A data URL would need an exception in the content security policy.
    assetsInlineLimit: 0,
    // The licences of the packages that are built in ask for their notices.
    license: { fileName: 'LICENSES.txt' },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What changes only with the versions of packages: browsers keep it longer.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack)\//,
              tags: ['$initial'],
            },
            { name: 'initial', tags: ['$initial'] },
            // Each file takes a round trip of its own where a browser has six connections.
            { name: 'common', minShareCount: 8 },
          ],
        },
      },
    },
  },
  server: {
    // `npm run dev` sets the address of its service.
    proxy: Object.fromEntries(
      ['/v1', '/session', '/sign-in'].map((path) => [
        path,
        process.env.CONSOLE_API ?? 'http://127.0.0.1:8080',
      ]),
    ),
  },
}))
