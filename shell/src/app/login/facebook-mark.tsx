/** Icon sets carry no brand marks. */
export function FacebookMark() {
  return (
    <svg aria-hidden viewBox="0 0 24 24" fill="currentColor">
      <path
        d={
          'M24 12a12 12 0 1 0-13.9 11.9v-8.4H7.1V12h3V9.4c0-3 1.8-4.7 4.6-4.7 1.3 0 2.7.3 2.7.3v2.9h-1.5c-1.5 0-2 ' +
          '.9-2 1.9V12h3.4l-.6 3.5h-2.8v8.4A12 12 0 0 0 24 12Z'
        }
      />
    </svg>
  );
}
