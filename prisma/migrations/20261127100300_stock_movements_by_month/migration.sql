SELECT partition_by_month('stock_movements', 'created_at');
