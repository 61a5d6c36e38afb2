<<<<<<<< HEAD:console/dist/assets/circle-check-JUtdQoH6.js
import{kt as e}from"./index-DdBoXz9W.js";var t={name:`circle-check`,size:24,node:[[`circle`,{cx:`12`,cy:`12`,r:`10`,key:`1mglay`}],[`path`,{d:`m16 9-5.5 5.5L8 12`,key:`xofnsj`}]],aliases:[`check-circle-2`]};t.node;var n=e(t);export{n as t};
========
import{kt as e}from"./index-xDJUPWUd.js";var t={name:`circle-check`,size:24,node:[[`circle`,{cx:`12`,cy:`12`,r:`10`,key:`1mglay`}],[`path`,{d:`m16 9-5.5 5.5L8 12`,key:`xofnsj`}]],aliases:[`check-circle-2`]};t.node;var n=e(t);export{n as t};
>>>>>>>> 823373a3 (sandbox: test organizations with failures, shipments and a clock):console/dist/assets/circle-check-X6dZK7GH.js
