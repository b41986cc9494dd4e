/** Content, where and when, figures: of each row, and of the headings above them. */
export const ROW_COLUMNS =
  'lg:grid-cols-[minmax(0,1fr)_12rem_17.25rem] ' + 'xl:grid-cols-[minmax(0,1fr)_15rem_17.25rem]';
